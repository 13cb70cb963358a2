"""The web app: HTTP in, HTML out. Clocks, chance and sockets live here; meaning does not."""
