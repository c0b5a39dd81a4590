"""The stock round."""
