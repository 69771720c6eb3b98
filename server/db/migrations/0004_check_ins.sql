CREATE TABLE "check_ins" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"answers" jsonb NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "check_ins_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_ins_user_taken_idx" ON "check_ins" USING btree ("user_id","taken_at");