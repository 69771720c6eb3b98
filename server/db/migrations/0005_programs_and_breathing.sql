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
ALTER TABLE "practices" ADD CONSTRAINT "practices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_texts" ADD CONSTRAINT "lesson_texts_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_events" ADD CONSTRAINT "program_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_events" ADD CONSTRAINT "program_events_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_events" ADD CONSTRAINT "program_events_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_texts" ADD CONSTRAINT "program_texts_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "practices_user_ended_idx" ON "practices" USING btree ("user_id","ended_at" desc);--> statement-breakpoint
CREATE INDEX "lessons_order_idx" ON "lessons" USING btree ("program_id","position");--> statement-breakpoint
CREATE INDEX "program_events_fold_idx" ON "program_events" USING btree ("user_id","program_id","at");