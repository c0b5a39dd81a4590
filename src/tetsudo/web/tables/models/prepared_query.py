"""Queries that Django composes once: composing a query takes twenty times as long as its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet

_STAND_IN: Final = -(10**15)
"""Id that no row has. It shows where the id belongs among the parameters of a composed query."""


class PreparedQuery:
    """Query for values (`values_list`) that depends on one id, such as a guest's, and on nothing else that changes.

    Use it where every page asks the same.
    """

    def __init__(self, compose: Callable[[int], QuerySet[Any, Any]]) -> None:
        """`compose`: makes the query for an id."""
        self._compose = compose
        self._composed: dict[str, _Composed] = {}

    def rows(self, key: int) -> list[Sequence[Any]]:
        """Rows of the answer for an id."""
        composed = self._composed.get(connection.vendor)
        if composed is None:
            composed = self._composed[connection.vendor] = _Composed(self._compose(_STAND_IN))
        return composed.rows(key)


class _Composed:
    """SQL of a query with its parameters, and the functions that turn columns into Python's types."""

    def __init__(self, query: QuerySet[Any, Any]) -> None:
        compiler = query.query.get_compiler(connection=connection)
        self.sql, self.parameters = compiler.as_sql()
        self.converters = compiler.get_converters([column[0] for column in compiler.select])

    def rows(self, key: int) -> list[Sequence[Any]]:
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [key if each == _STAND_IN else each for each in self.parameters])
            return [self._converted(row) for row in cursor.fetchall()]

    def _converted(self, row: Sequence[Any]) -> Sequence[Any]:
        values = list(row)
        for position, (functions, expression) in self.converters.items():
            for function in functions:
                values[position] = function(values[position], expression, connection)
        return values
