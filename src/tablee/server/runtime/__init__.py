"""What runs in a process: tables, scheduler, bots, bus; people, notifications, reviews, deals of the day."""
