"""Penpa+ (penpa-edit): links that contain a drawing and optionally its solution.

The editor knows no rules: a link says what is drawn, and ``games`` says for each genre what the marks mean.
``payload`` packs and unpacks links, ``ink`` holds what is drawn, ``page`` places it on a board; ``parts`` and
``special`` read marks into the roles of a ``Sheet`` and draw them; ``solution`` is what the editor compares a solver's
marks with.
"""
