"""How Easy as ABC is drawn in Penpa+."""

from string import ascii_uppercase

from ...formats.errors import FormatError, shown
from ...formats.penpa.ink import InkText
from ...formats.penpa.page import Page
from ...formats.penpa.parts import MarginTexts, fault
from ...formats.roles.sheet import UNKNOWN, One, Role, Sheet, role_name


class OutsideLetters(MarginTexts):
    """Letters on all four sides and in cells. The letters that the puzzle has are written into the rules.

    The user may give them, too. A link with letters that are not the first ones of the alphabet is read with those in
    their place.
    """

    def __init__(self, clue: Role, number: Role, letters: Role) -> None:
        from ...formats.penpa.parts import LETTER

        super().__init__(One(clue), LETTER, all_around=True)
        self.roles, self.letters = (role_name(clue), role_name(number)), role_name(letters)
        self.what = "the letters"

    def read(self, page: Page, sheet: Sheet) -> None:
        """The clues, with their letters replaced by the first ones of the alphabet."""
        super().read(page, sheet)
        self._given(page, sheet)
        found = sorted({value for role in self.roles for value in sheet.given[role].values()} - {UNKNOWN, "-"})
        count, written = page.options.get("max"), page.take(self.what, "[a-z]{1,26}")
        told = str(page.options.get("letters") or (written if count is None else "") or "").upper()
        last = max((ord(letter) - ord("A") + 1 for letter in found), default=1)
        if told:
            letters = list(dict.fromkeys(told))
        elif last <= max(3, sheet.n_cols - 1) or count is not None:
            letters = [chr(ord("A") + i) for i in range(max(last, int(count or 1)))]
        else:
            letters = found
        strange = next((letter for letter in found if letter not in letters), None)
        if strange is not None:
            raise FormatError(f"the letter {strange} is none of {''.join(letters)}", code="variant")
        if not told and count is None:
            sheet.warnings.append(f"the link does not tell the letters; they are taken to be {''.join(letters)}")
        ours = {letter: chr(ord("A") + i) for i, letter in enumerate(letters)}
        sheet.set(self.letters, len(letters), *sheet.where["size", None])
        for role in self.roles:
            marks = sheet.given[role]
            marks.update({spot: ours.get(value, value) for spot, value in marks.items()})
        for text in (page.answer.number,):
            text.update({spot: InkText(ours.get(one.text.upper(), one.text)) for spot, one in text.items()})

    def _given(self, page: Page, sheet: Sheet) -> None:
        texts = page.problem.number
        for spot in [spot for spot in texts if page.inside(spot)]:
            value = "-" if texts[spot].text.strip() == "-" else self.kind.parse(texts[spot].text)
            if value is None:
                raise fault(sheet, "a text is no letter", spot, "a letter", shown(texts[spot].text))
            del texts[spot]
            self.give(sheet, self.roles[1], spot, value)

    def write(self, sheet: Sheet, page: Page) -> None:
        """The letters outside and in cells."""
        super().write(sheet, page)
        for spot, letter in sheet.given[self.roles[1]].items():
            page.problem.number[spot] = InkText(str(letter))
        page.tell(self.what, ascii_uppercase[: sheet.numbers[self.letters]])
