ALTER TABLE "auth_users" ADD COLUMN "claimed_email" text;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "session_id" text;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedback_reply_to_idx" ON "feedback" USING btree (lower("reply_to"));--> statement-breakpoint
CREATE INDEX "auth_users_claimed_email_idx" ON "auth_users" USING btree ("claimed_email");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session_idx" ON "push_subscriptions" USING btree ("session_id");