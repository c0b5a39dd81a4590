"""Rules in force at one table: lookup tables and powers."""
