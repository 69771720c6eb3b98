CREATE TABLE "income" (
	"payment" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"livemode" boolean NOT NULL,
	"currency" text NOT NULL,
	"paid_minor" integer NOT NULL,
	"refunded_minor" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "total_marks" (
	"name" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totals" (
	"metric" text NOT NULL,
	"key" text NOT NULL,
	"day" date NOT NULL,
	"value" bigint NOT NULL,
	"people" integer,
	CONSTRAINT "totals_pkey" PRIMARY KEY("metric","day","key")
);
--> statement-breakpoint
CREATE INDEX "income_day_idx" ON "income" USING btree ("day");--> statement-breakpoint
CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "flights_departs_idx" ON "flights" USING btree ("departs_on");--> statement-breakpoint
CREATE INDEX "listens_received_idx" ON "listens" USING brin ("received_at");--> statement-breakpoint
CREATE INDEX "ratings_rated_idx" ON "ratings" USING btree ("rated_at");