"""The bank's money and the stock market: prices, moves, a company that closes."""
