-- They were added up under a text of the consent that did not say so. Who agreed to the present one is added up anew.
DELETE FROM "totals" WHERE "metric" IN ('fear_before', 'fear_after');--> statement-breakpoint
DELETE FROM "total_marks" WHERE "name" = 'fear';
