"""Example Worlds for the tests of the scoring and of the score pad."""

from __future__ import annotations

# The finished World of page 4 of the booklet, worth 46 stars.
PAGE_4 = """
    o    o    SP  PPg
    MM   xx   WP  *M
    |W|  |V|  VP  MS
    MP   ~~   ~~  |W|
"""

# For each traveller, two rows that just fulfil its wish, and two that just miss it.
FULFILLED = {
    "splash": "*W MM MW\nMM WS MM",
    "burk": "*S MM\nMM SP",
    "kark": "*M MM\nMM ..",
    "floulou": "PPg MM WS *P\nMW PPs SP WS",
    "pshit": "*M ~~\n~~ ~~",
    "boung": "*M |S| |P|\n.. |M| |W|",
    "roro": "*P MP\nVP |P|",
    "rumph": "*M VP\nVS VW",
}
MISSED = {
    "splash": "*W MM MM\nMM WS MM",
    "burk": "*S MM\nMM MP",
    "kark": "MM MM\n*P ..",
    "floulou": "PPg MM WS *P\nMM PPs SP MM",
    "pshit": "*M ~~\n~~ MM",
    "boung": "*M |S| |P|\n.. |M| MM",
    "roro": "*P MP\nMP |P|",
    "rumph": "*M VP\nVS MM",
}
BONUS = {"splash": 5, "burk": 4, "kark": 6, "floulou": 8, "pshit": 5, "boung": 8, "roro": 4, "rumph": 6}
