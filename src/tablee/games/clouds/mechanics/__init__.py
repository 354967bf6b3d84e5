"""Parts of the rules as functions over the state: placing a card and its effects, and the draft."""
