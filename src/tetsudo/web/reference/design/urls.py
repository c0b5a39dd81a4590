"""Addresses of the workbench, below its secret part."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.reference.design import file_pages, map_pages, pages, steps, tile_pages
from tetsudo.web.reference.stylesheets import palette

urlpatterns = [
    path("", pages.start, name="start"),
    path("new", pages.new, name="new"),
    path("problems", pages.problems, name="problems"),
    path("step", steps.step, name="step"),
    path("map", map_pages.page, name="map"),
    path("map/hex", map_pages.hex, name="hex"),
    path("map/edit", map_pages.edit, name="edit-map"),
    path("tiles", tile_pages.page, name="tiles"),
    path("tiles/tile", tile_pages.tile, name="tile"),
    path("tiles/catalogue", tile_pages.catalogue, name="catalogue"),
    path("tiles/edit", tile_pages.edit, name="edit-tiles"),
    path("files", file_pages.page, name="files"),
    path("files/edit", file_pages.edit, name="edit-files"),
    path("files/left-out", file_pages.left_out, name="left-out"),
    path("export.json", file_pages.export, name="export"),
    path("palette.css", palette, name="palette"),
]
