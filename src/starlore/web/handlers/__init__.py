"""One file per room of the app: what was asked, which verb, which page."""
