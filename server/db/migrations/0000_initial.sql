CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"sign_up_method" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"onboarding_complete" boolean DEFAULT false NOT NULL,
	"preferred_language" text NOT NULL,
	"time_zone" text,
	"streak_shown" boolean DEFAULT true NOT NULL,
	"daily_minutes" integer DEFAULT 15 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_active_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_provider_subject_key" UNIQUE("provider","subject"),
	CONSTRAINT "users_role_check" CHECK ("users"."role" in ('member', 'admin')),
	CONSTRAINT "users_language_check" CHECK ("users"."preferred_language" in ('en', 'fr')),
	CONSTRAINT "users_daily_minutes_check" CHECK ("users"."daily_minutes" between 5 and 60)
);
--> statement-breakpoint
CREATE TABLE "assessment_drafts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"answers" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assessments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"answers" jsonb NOT NULL,
	"primary_focus" text,
	"secondary_focus" text,
	"completed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assessments_focus_check" CHECK ("assessments"."primary_focus" <> "assessments"."secondary_focus")
);
--> statement-breakpoint
CREATE TABLE "check_ins" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"answers" jsonb NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "check_ins_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "health_consents" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"subject_id" uuid,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"plan" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"provider" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"tier" text NOT NULL,
	"source" text NOT NULL,
	"checkout_id" uuid,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"plan" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"on_sale" boolean DEFAULT true NOT NULL,
	CONSTRAINT "prices_pkey" PRIMARY KEY("plan","currency"),
	CONSTRAINT "prices_amount_check" CHECK ("prices"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "practices" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"pattern" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"practised_ms" integer NOT NULL,
	"time_zone" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "practices_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "practices_span_check" CHECK ("practices"."ended_at" >= "practices"."started_at"),
	CONSTRAINT "practices_length_check" CHECK ("practices"."practised_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "content_search_en" (
	"content_id" uuid PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_search_fr" (
	"content_id" uuid PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"language" text NOT NULL,
	"word" text collate "C" NOT NULL,
	CONSTRAINT "search_words_pkey" PRIMARY KEY("language","word")
);
--> statement-breakpoint
CREATE TABLE "author_texts" (
	"author_id" uuid NOT NULL,
	"language" text NOT NULL,
	"name" text NOT NULL,
	"about" text NOT NULL,
	CONSTRAINT "author_texts_pkey" PRIMARY KEY("author_id","language")
);
--> statement-breakpoint
CREATE TABLE "authors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "authors_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "content_texts" (
	"content_id" uuid NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"tags" text[] NOT NULL,
	"sources" text[] NOT NULL,
	"cues" jsonb NOT NULL,
	"duration_ms" integer NOT NULL,
	"recording" text,
	CONSTRAINT "content_texts_pkey" PRIMARY KEY("content_id","language"),
	CONSTRAINT "content_texts_duration_check" CHECK ("content_texts"."duration_ms" > 0)
);
--> statement-breakpoint
CREATE TABLE "contents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"kind" text NOT NULL,
	"category" text NOT NULL,
	"areas" text[] NOT NULL,
	"author_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"source_hash" text,
	CONSTRAINT "contents_slug_key" UNIQUE("slug"),
	CONSTRAINT "contents_kind_check" CHECK ("contents"."kind" in ('load', 'flow')),
	CONSTRAINT "contents_category_check" CHECK ("contents"."category" in ('podcast', 'technical', 'meditation')),
	CONSTRAINT "contents_areas_check" CHECK (cardinality("contents"."areas") > 0)
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"text" text NOT NULL,
	"page" text NOT NULL,
	"reply_to" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flights" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text DEFAULT 'outbound' NOT NULL,
	"departs_on" date NOT NULL,
	"departs_at" text,
	"time_zone" text NOT NULL,
	"from_airport" text,
	"to_airport" text,
	"number" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"put_away_at" timestamp with time zone,
	CONSTRAINT "flights_kind_check" CHECK ("flights"."kind" in ('outbound', 'return'))
);
--> statement-breakpoint
CREATE TABLE "auth_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_accounts_provider_key" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_sessions_token_key" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_users_email_key" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"user_id" text,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ladder_attempts" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"setting" text NOT NULL,
	"expected" text NOT NULL,
	"sure" integer NOT NULL,
	"before" integer NOT NULL,
	"before_at" timestamp with time zone NOT NULL,
	"after_at" timestamp with time zone,
	"highest" integer,
	"after" integer,
	"happened" text,
	"learned" text,
	CONSTRAINT "ladder_attempts_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "ladder_attempts_outcome_check" CHECK (num_nulls("ladder_attempts"."highest", "ladder_attempts"."after", "ladder_attempts"."happened", "ladder_attempts"."learned") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "ladder_orders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"step_ids" jsonb NOT NULL,
	"sorted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ladder_steps" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"added" jsonb,
	"position" integer,
	"added_at" timestamp with time zone,
	"changed" jsonb,
	"changed_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "ladder_steps_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "flight_records" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"flight_id" uuid,
	"flown_on" date,
	"updated_at" timestamp with time zone,
	"forecast" integer,
	"forecast_at" timestamp with time zone,
	"expected" text,
	"expected_at" timestamp with time zone,
	"recalled" text,
	"recalled_at" timestamp with time zone,
	"happened" text,
	"happened_at" timestamp with time zone,
	"felt" integer,
	"felt_at" timestamp with time zone,
	"keep" text,
	"keep_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "flight_records_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "listens" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"position_ms" integer NOT NULL,
	"listened_ms" integer NOT NULL,
	"completed" boolean NOT NULL,
	"time_zone" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listens_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "listens_span_check" CHECK ("listens"."ended_at" >= "listens"."started_at")
);
--> statement-breakpoint
CREATE TABLE "progress" (
	"user_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"position_ms" integer NOT NULL,
	"listened_ms" integer NOT NULL,
	"last_listened_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"last_completed_at" timestamp with time zone,
	"listens" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "progress_pkey" PRIMARY KEY("user_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"user_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"rating" text NOT NULL,
	"rated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ratings_pkey" PRIMARY KEY("user_id","content_id"),
	CONSTRAINT "ratings_rating_check" CHECK ("ratings"."rating" in ('very_helpful', 'somewhat_helpful', 'not_helpful'))
);
--> statement-breakpoint
CREATE TABLE "lesson_texts" (
	"lesson_id" uuid NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"introduction" text NOT NULL,
	"task" text NOT NULL,
	CONSTRAINT "lesson_texts_pkey" PRIMARY KEY("lesson_id","language")
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"program_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "lessons_program_content_key" UNIQUE("program_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "program_events" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"program_id" uuid NOT NULL,
	"lesson_id" uuid,
	"type" text NOT NULL,
	"note" text,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "program_events_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "program_events_type_check" CHECK ("program_events"."type" in ('started', 'lesson_completed', 'task_ticked', 'task_unticked')),
	CONSTRAINT "program_events_lesson_check" CHECK (("program_events"."type" = 'started') = ("program_events"."lesson_id" is null))
);
--> statement-breakpoint
CREATE TABLE "program_texts" (
	"program_id" uuid NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"about" text NOT NULL,
	CONSTRAINT "program_texts_pkey" PRIMARY KEY("program_id","language")
);
--> statement-breakpoint
CREATE TABLE "programs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"origin" text NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"source_hash" text,
	CONSTRAINT "programs_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "practice_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"time_zone" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "practice_days_pkey" PRIMARY KEY("user_id","day","time_zone")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"route" text NOT NULL,
	"input_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "waitlist" (
	"email" text PRIMARY KEY NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assessment_drafts" ADD CONSTRAINT "assessment_drafts_user_id_health_consents_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."health_consents"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_user_id_health_consents_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."health_consents"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_user_id_health_consents_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."health_consents"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "health_consents" ADD CONSTRAINT "health_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practices" ADD CONSTRAINT "practices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_search_en" ADD CONSTRAINT "content_search_en_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_search_fr" ADD CONSTRAINT "content_search_fr_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_texts" ADD CONSTRAINT "author_texts_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_texts" ADD CONSTRAINT "content_texts_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flights" ADD CONSTRAINT "flights_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_verifications" ADD CONSTRAINT "auth_verifications_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ladder_attempts" ADD CONSTRAINT "ladder_attempts_step_fkey" FOREIGN KEY ("user_id","step_id") REFERENCES "public"."ladder_steps"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ladder_orders" ADD CONSTRAINT "ladder_orders_user_id_health_consents_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."health_consents"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ladder_steps" ADD CONSTRAINT "ladder_steps_user_id_health_consents_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."health_consents"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flight_records" ADD CONSTRAINT "flight_records_user_id_health_consents_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."health_consents"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flight_records" ADD CONSTRAINT "flight_records_flight_id_flights_id_fk" FOREIGN KEY ("flight_id") REFERENCES "public"."flights"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listens" ADD CONSTRAINT "listens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listens" ADD CONSTRAINT "listens_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_texts" ADD CONSTRAINT "lesson_texts_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_events" ADD CONSTRAINT "program_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_events" ADD CONSTRAINT "program_events_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_events" ADD CONSTRAINT "program_events_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_texts" ADD CONSTRAINT "program_texts_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_days" ADD CONSTRAINT "practice_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assessments_user_completed_idx" ON "assessments" USING btree ("user_id","completed_at");--> statement-breakpoint
CREATE INDEX "check_ins_user_taken_idx" ON "check_ins" USING btree ("user_id","taken_at");--> statement-breakpoint
CREATE INDEX "audit_log_actor_id_idx" ON "audit_log" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "audit_log_subject_id_idx" ON "audit_log" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "checkouts_user_id_idx" ON "checkouts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passes_user_id_idx" ON "passes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "practices_user_ended_idx" ON "practices" USING btree ("user_id","ended_at" desc);--> statement-breakpoint
CREATE INDEX "content_search_en_newest_idx" ON "content_search_en" USING btree ("published_at" desc,"content_id" desc);--> statement-breakpoint
CREATE INDEX "content_search_en_shortest_idx" ON "content_search_en" USING btree ("duration_ms","content_id");--> statement-breakpoint
CREATE INDEX "content_search_en_words_idx" ON "content_search_en" USING gin ("words");--> statement-breakpoint
CREATE INDEX "content_search_fr_newest_idx" ON "content_search_fr" USING btree ("published_at" desc,"content_id" desc);--> statement-breakpoint
CREATE INDEX "content_search_fr_shortest_idx" ON "content_search_fr" USING btree ("duration_ms","content_id");--> statement-breakpoint
CREATE INDEX "content_search_fr_words_idx" ON "content_search_fr" USING gin ("words");--> statement-breakpoint
CREATE INDEX "search_words_spelling_idx" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "content_texts_shortest_idx" ON "content_texts" USING btree ("language","duration_ms","content_id");--> statement-breakpoint
CREATE INDEX "contents_newest_idx" ON "contents" USING btree ("published_at" desc,"id" desc) WHERE "contents"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "contents_category_newest_idx" ON "contents" USING btree ("category","published_at" desc,"id" desc) WHERE "contents"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "feedback_user_id_idx" ON "feedback" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "flights_user_departs_idx" ON "flights" USING btree ("user_id","departs_on");--> statement-breakpoint
CREATE INDEX "auth_accounts_user_id_idx" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_user_id_idx" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_verifications_identifier_idx" ON "auth_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "auth_verifications_user_id_idx" ON "auth_verifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "rate_limits_resets_at_idx" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "ladder_attempts_step_idx" ON "ladder_attempts" USING btree ("user_id","step_id","started_at");--> statement-breakpoint
CREATE INDEX "flight_records_user_flown_idx" ON "flight_records" USING btree ("user_id","flown_on");--> statement-breakpoint
CREATE INDEX "listens_user_ended_idx" ON "listens" USING btree ("user_id","ended_at" desc);--> statement-breakpoint
CREATE INDEX "listens_completed_idx" ON "listens" USING btree ("user_id","content_id","ended_at" desc) WHERE "listens"."completed";--> statement-breakpoint
CREATE INDEX "lessons_order_idx" ON "lessons" USING btree ("program_id","position");--> statement-breakpoint
CREATE INDEX "program_events_fold_idx" ON "program_events" USING btree ("user_id","program_id","at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
-- A word that the statistics do not know is taken for one in 200 sessions, which has every session read to find none.
ALTER TABLE "content_search_en" ALTER COLUMN "words" SET STATISTICS 300;--> statement-breakpoint
ALTER TABLE "content_search_fr" ALTER COLUMN "words" SET STATISTICS 300;--> statement-breakpoint
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
	('lifetime', 'CAD', 26999, false);
