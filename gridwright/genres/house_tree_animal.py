"""House-Tree-Animal: place houses, trees and animals in threes; like things never touch."""

from ..formats.layout import Chars, D, Diagram, Number, Slots, bar, blank, cells, clues
from ..formats.spf import Spf
from ..language import LINE_LENGTH, Answer, Genre, Given, Numbers, Wording, headed, holding, symbols
from ..language.making import Making, count_of
from ..language.shapes import Circle, Polygon, Polylines
from ..language.taste import Levels
from ..rules import apart, counted, paired

HOUSE = (
    Polygon("ink", [(0, -0.34), (0.34, -0.02), (0.24, -0.02), (0.24, 0.3), (0.07, 0.3), (0.07, 0.1), (-0.07, 0.1),
                    (-0.07, 0.3), (-0.24, 0.3), (-0.24, -0.02), (-0.34, -0.02)]),
)
CAT = (
    *(Polygon("ink", [(s * 0.27, -0.34), (s * 0.28, 0.02), (s * 0.04, -0.16)]) for s in (-1, 1)),
    Circle("ink", 0, 0.08, 0.28),
    *(Circle("ground", s * 0.11, 0.03, 0.045) for s in (-1, 1)),
    Polygon("ground", [(-0.05, 0.14), (0.05, 0.14), (0, 0.2)]),
    Polylines("thin", [[(s * 0.24, 0.14), (s * 0.42, y)] for s in (-1, 1) for y in (0.08, 0.2)]),
)
DRAWN = {"⌂": HOUSE, "♞": CAT}


class HouseTreeAnimal(Genre):
    """Houses and trees pair off one to one, partners sharing an edge, and so do trees and animals. A house may also
    touch trees of other houses, and so on. Numbers count the houses, trees and animals of a line. An empty cell has a
    value of its own."""

    name = "House-Tree-Animal"
    task = (
        "Place houses, trees and animals so that every house has a tree of its own beside it, and every tree an animal "
        "of its own. Things of the same kind do not touch, not even at a corner. The numbers outside count the houses, "
        "trees and animals of a line."
    )
    levels = Levels(easy=22.7, medium=56.8, hard=62.7, extreme=72.1)

    houses = Given("sides", Numbers(0, LINE_LENGTH), look=headed("⌂", drawn=DRAWN, seven_bit={"⌂": "h"}))
    trees = Given("sides", Numbers(0, LINE_LENGTH), look=headed("♣"))
    animals = Given("sides", Numbers(0, LINE_LENGTH), look=headed("♞", drawn=DRAWN, seven_bit={"♞": "a"}))
    thing = Answer(
        "cells", "hta ", words={"h": "a house", "t": "a tree", "a": "an animal", " ": "empty"},
        look=symbols({"h": "⌂", "t": "♣", "a": "♞", " ": " "}, drawn=DRAWN, seven_bit={"h": "h", "a": "a"}))

    house_count = counted(holding(thing, "h"), houses, "{side:line} needs {n:house}")
    tree_count = counted(holding(thing, "t"), trees, "{side:line} needs {n:tree}")
    animal_count = counted(holding(thing, "a"), animals, "{side:line} needs {n:animal}")
    houses_apart = apart(holding(thing, "h"), Wording(
        "houses never touch, not even at a corner", "the houses {at} touch"), corners=True)
    trees_apart = apart(holding(thing, "t"), Wording(
        "trees never touch, not even at a corner", "the trees {at} touch"), corners=True)
    animals_apart = apart(holding(thing, "a"), Wording(
        "animals never touch, not even at a corner", "the animals {at} touch"), corners=True)
    own_trees = paired(
        holding(thing, "h"), holding(thing, "t"), Wording(
            "each house has its own tree beside it, and each tree its own house",
            ones="{crowd:is a house|are houses} with room for {n_partners:tree|trees|tree}",
            others="{crowd:is a tree|are trees} with room for {n_partners:house|houses|house}")
    )
    own_animals = paired(
        holding(thing, "t"), holding(thing, "a"), Wording(
            "each tree has its own animal beside it, and each animal its own tree",
            ones="{crowd:is a tree|are trees} with room for {n_partners:animal|animals|animal}",
            others="{crowd:is an animal|are animals} with room for {n_partners:tree|trees|tree}")
    )

    dialects = (
        Spf("house_tree_animal",
            puzzle=Diagram(clues(3, D) + bar + cells(), clues(3, D) + bar + cells(),
                           side=Slots(Number(houses) | blank, Number(trees) | blank, Number(animals) | blank),
                           cell=Chars(thing, {"#": "h", "*": "t", "&": "a", "-": " "}) | blank),
            solution=Diagram(cells(), cells(), cell=Chars(thing, {"#": "h", "*": "t", "&": "a", " ": " "}))),
    )


HouseTreeAnimal.making = Making(
    told={"houses": count_of("thing", "h"), "trees": count_of("thing", "t"), "animals": count_of("thing", "a")},
    share=1.0, whole=True, fill="thing", size=(6, 6), rounds=20,
    fewest=0,  # the smallest boards need no clue to be blank
)
