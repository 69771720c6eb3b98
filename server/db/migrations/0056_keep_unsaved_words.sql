CREATE TABLE "autosaves" (
	"user_id" uuid NOT NULL,
	"form" text NOT NULL,
	"version" integer NOT NULL,
	"typed" text,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "autosaves_pkey" PRIMARY KEY("user_id","form")
);
--> statement-breakpoint
ALTER TABLE "autosaves" ADD CONSTRAINT "autosaves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "autosaves_written_at_idx" ON "autosaves" USING btree ("written_at");