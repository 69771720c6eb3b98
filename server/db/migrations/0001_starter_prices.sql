-- Prices are data, edited in the studio from here on. Only the monthly pass is on sale for now.
INSERT INTO "prices" ("plan", "currency", "amount_minor", "on_sale") VALUES
	('monthly', 'EUR', 1499, true),
	('monthly', 'USD', 1599, true),
	('monthly', 'GBP', 1299, true),
	('monthly', 'CHF', 1490, true),
	('monthly', 'CAD', 1999, true),
	('yearly', 'EUR', 8999, false),
	('yearly', 'USD', 9599, false),
	('yearly', 'GBP', 7799, false),
	('yearly', 'CHF', 8990, false),
	('yearly', 'CAD', 11999, false),
	('lifetime', 'EUR', 19999, false),
	('lifetime', 'USD', 21499, false),
	('lifetime', 'GBP', 17499, false),
	('lifetime', 'CHF', 19990, false),
	('lifetime', 'CAD', 26999, false)
ON CONFLICT DO NOTHING;
