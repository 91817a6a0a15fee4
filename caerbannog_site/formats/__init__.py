"""One way to write a day in each language, the same as static/js/app.js writes it: 2 December 2026, 2 grudnia 2026."""
