"""Basic: each number once in every row and column; the numbers of a cage give its result."""

from collections.abc import Iterator
from functools import lru_cache

from ..formats.layout import Chars, D, Diagram, Number, Stroke, above, at_least, beside, blank, cells, ruled
from ..formats.spf import Spf
from ..language import SMALL, WALL, Answer, Drafts, Genre, Given, Spot, must, rule
from ..language.kinds import Accepted, Automaton, once_each

OPERATORS = "+-x:"
State = tuple[int, int, int]


@lru_cache(maxsize=1024)
def calculating(operators: str, result: int, top: int) -> Automaton:
    """Reads the numbers of a cage and remembers of sum, product and largest what one of the operators needs.

    A product of 0 stands for one that is of no use any more.
    """
    adds, largest = "+" in operators or "-" in operators, "-" in operators or ":" in operators
    multiplies = "x" in operators or ":" in operators

    def of_use(product: int) -> bool:
        return ("x" in operators and result % product == 0) or (":" in operators and result * product <= top * top)

    def step(state: State, number: int) -> State | None:
        sum_, product, most = state
        sum_, most = sum_ + number if adds else 0, max(most, number) if largest else 0
        if multiplies:
            product *= number
            product = product if product and of_use(product) else 0
        if operators == "+" and sum_ > result:
            return None
        return (sum_, product, most) if adds or product else None

    def done(state: State) -> bool:
        sum_, product, most = state
        return (
            ("+" in operators and sum_ == result)
            or ("-" in operators and 2 * most - sum_ == result)
            or ("x" in operators and product == result)
            or (":" in operators and product > 0 and most * most == result * product)
        )

    return Automaton((0, 1, 0), step, done)


class Basic(Genre):
    """Sum, product, the largest number minus all others, or the largest divided by the product of the others. A result
    without an operator is that of any of them; an operator without a result tells nothing. Numbers may repeat in a
    cage. Result and operator may stand in different cells of it."""

    name = "Basic"
    aliases = ("KenKen", "Calcudoku", "Kendoku", "Keen", "TomTom")
    task = (
        "Write each number from 1 to the side of the grid once into every row and column. The numbers of each outlined "
        "cage, taken with its operator in some order, give its result; they may repeat."
    )

    def numbers(self) -> range:
        """1 to the side of the grid."""
        return range(1, self.board.n_cols + 1)

    wall = Given("links", look=WALL)
    operator = Given("cells", OPERATORS, look=SMALL)
    result = Given("cells", (1, 2, 3, 4, 6), look=SMALL)
    number = Answer("cells", numbers)

    def cages(self) -> Iterator[tuple[list[Spot], Spot, str]]:
        """The cages with a result, where it stands, and the operators that it may come from."""
        for cage in self.board.regions(self.wall):
            told = next((self.operator[c] for c in cage if c in self.operator), OPERATORS)
            for at in cage:
                if at in self.result:
                    yield cage, at, self.operator.get(at, told)

    rows = once_each(number, "rows", "each number stands once in row {i}", full=True)
    cols = once_each(number, "cols", "each number stands once in column {i}", full=True)

    @rule("the cage of {clue} gives {n} by {how}")
    def results(self) -> Drafts:
        for cage, at, operators in self.cages():
            n = self.result[at]
            way = calculating(operators, n, self.board.n_cols)
            how = " or ".join(operators)
            yield must(Accepted(cage, self.number, way), cage, clue=at, n=n, how=how)

    upper = beside(Number(number, left=True) | blank, Chars(operator, {c: c for c in OPERATORS}) | blank)
    dialects = (
        Spf("basic", square=True, digits=2,
            puzzle=Diagram(ruled(at_least(2, D)), ruled(2), frame=True, edge=Stroke(wall),
                           cell=above(upper, Number(result) | blank)),
            solution=Diagram(cells(), cells(), cell=Number(number))),
    )
