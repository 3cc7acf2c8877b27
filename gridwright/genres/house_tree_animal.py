"""House-Tree-Animal: place houses, trees and animals in threes; like things never touch."""

from ..formats.layout import Chars, D, Diagram, Number, Slots, bar, blank, cells, clues
from ..formats.spf import Spf
from ..language import LINE_LENGTH, Answer, Genre, Given, Numbers, headed, holding, symbols
from ..language.kinds import apart, counted, paired


class HouseTreeAnimal(Genre):
    """Houses and trees pair off one to one, partners sharing an edge, and so do trees and animals; a house may touch
    foreign trees as well, and so on. Numbers count the houses, trees and animals of a line. The blank is a value."""

    name = "House-Tree-Animal"
    task = (
        "Place houses, trees and animals so that every house has a tree of its own beside it, and every tree an animal "
        "of its own. Like things do not touch, not even at a corner. The numbers outside count the houses, trees and "
        "animals of a line."
    )

    houses = Given("sides", Numbers(0, LINE_LENGTH), look=headed("⌂"))
    trees = Given("sides", Numbers(0, LINE_LENGTH), look=headed("♣"))
    animals = Given("sides", Numbers(0, LINE_LENGTH), look=headed("♞"))
    thing = Answer("cells", "hta ", look=symbols({"h": "⌂", "t": "♣", "a": "♞", " ": " "}))

    house_count = counted(holding(thing, "h"), houses, "the count of houses in the line from {side} is {n}")
    tree_count = counted(holding(thing, "t"), trees, "the count of trees in the line from {side} is {n}")
    animal_count = counted(holding(thing, "a"), animals, "the count of animals in the line from {side} is {n}")
    houses_apart = apart(holding(thing, "h"), "houses never touch, not even at a corner", corners=True)
    trees_apart = apart(holding(thing, "t"), "trees never touch, not even at a corner", corners=True)
    animals_apart = apart(holding(thing, "a"), "animals never touch, not even at a corner", corners=True)
    own_trees = paired(
        holding(thing, "h"), holding(thing, "t"), "each house has its own tree beside it, each tree its own house"
    )
    own_animals = paired(
        holding(thing, "t"), holding(thing, "a"), "each tree has its own animal beside it, each animal its own tree"
    )

    dialects = (
        Spf("house_tree_animal",
            puzzle=Diagram(clues(3, D) + bar + cells(), clues(3, D) + bar + cells(),
                           side=Slots(Number(houses) | blank, Number(trees) | blank, Number(animals) | blank),
                           cell=Chars(thing, {"#": "h", "*": "t", "&": "a", "-": " "}) | blank),
            solution=Diagram(cells(), cells(), cell=Chars(thing, {"#": "h", "*": "t", "&": "a", " ": " "}))),
    )
