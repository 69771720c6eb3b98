CREATE TABLE "ladder_attempts" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"setting" text NOT NULL,
	"expected" text NOT NULL,
	"sure" integer NOT NULL,
	"before" integer NOT NULL,
	"highest" integer,
	"after" integer,
	"happened" text,
	"learned" text,
	CONSTRAINT "ladder_attempts_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "ladder_attempts_outcome_check" CHECK (num_nulls("ladder_attempts"."highest", "ladder_attempts"."after", "ladder_attempts"."happened", "ladder_attempts"."learned") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "ladder_steps" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"position" integer NOT NULL,
	"area" text NOT NULL,
	"material" text NOT NULL,
	"words" text,
	CONSTRAINT "ladder_steps_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "flight_records" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"flight_id" uuid,
	"flown_on" date NOT NULL,
	"expected" text,
	"forecast" integer,
	"happened" text,
	"felt" integer,
	"keep" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "flight_records_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "ladder_attempts" ADD CONSTRAINT "ladder_attempts_step_fkey" FOREIGN KEY ("user_id","step_id") REFERENCES "public"."ladder_steps"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ladder_steps" ADD CONSTRAINT "ladder_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flight_records" ADD CONSTRAINT "flight_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flight_records" ADD CONSTRAINT "flight_records_flight_id_flights_id_fk" FOREIGN KEY ("flight_id") REFERENCES "public"."flights"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ladder_attempts_step_idx" ON "ladder_attempts" USING btree ("user_id","step_id","started_at");--> statement-breakpoint
CREATE INDEX "flight_records_user_flown_idx" ON "flight_records" USING btree ("user_id","flown_on");