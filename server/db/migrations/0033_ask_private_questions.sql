CREATE TABLE "support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"question_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"content_id" uuid,
	"last_message_at" timestamp with time zone NOT NULL,
	"waiting_since" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "support_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"texts" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_open" boolean DEFAULT false NOT NULL,
	"who" jsonb DEFAULT '{"en":"","fr":""}'::jsonb NOT NULL,
	"answer_hours" integer DEFAULT 48 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "support_settings_single_check" CHECK ("support_settings"."id")
);
--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_question_id_support_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."support_questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_questions" ADD CONSTRAINT "support_questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_questions" ADD CONSTRAINT "support_questions_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_messages_question_id_idx" ON "support_messages" USING btree ("question_id","at" desc);--> statement-breakpoint
CREATE INDEX "support_messages_user_id_idx" ON "support_messages" USING btree ("user_id","at" desc);--> statement-breakpoint
CREATE INDEX "support_messages_at_idx" ON "support_messages" USING btree ("at");--> statement-breakpoint
CREATE INDEX "support_questions_user_id_idx" ON "support_questions" USING btree ("user_id","last_message_at" desc);--> statement-breakpoint
CREATE INDEX "support_questions_waiting_idx" ON "support_questions" USING btree ("waiting_since","id") WHERE "support_questions"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "support_questions_last_message_at_idx" ON "support_questions" USING btree ("last_message_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "support_questions_content_id_idx" ON "support_questions" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "support_replies_title_idx" ON "support_replies" USING btree ("title","id");