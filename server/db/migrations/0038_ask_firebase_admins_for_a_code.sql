CREATE TABLE "firebase_second_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"recovery_codes" text[] NOT NULL,
	"confirmed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "firebase_second_factors_user_id_key" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "firebase_second_factors" ADD CONSTRAINT "firebase_second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;