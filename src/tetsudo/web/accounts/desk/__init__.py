"""The organiser's desk: people, tables, reports, announcements, limits, and a trace of who did what."""
