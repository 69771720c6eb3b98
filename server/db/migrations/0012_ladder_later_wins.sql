CREATE TABLE "ladder_removals" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ladder_removals_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "ladder_attempts" ADD COLUMN "before_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ladder_attempts" ADD COLUMN "after_at" timestamp with time zone;--> statement-breakpoint
UPDATE "ladder_attempts" SET "before_at" = "started_at", "after_at" = CASE WHEN "after" IS NOT NULL THEN "started_at" END;--> statement-breakpoint
ALTER TABLE "ladder_attempts" ALTER COLUMN "before_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ladder_steps" ADD COLUMN "written_at" timestamp with time zone;--> statement-breakpoint
-- When they were written was never kept: whatever is said of them from now on is later.
UPDATE "ladder_steps" SET "written_at" = '2000-01-01T00:00:00Z';--> statement-breakpoint
ALTER TABLE "ladder_steps" ALTER COLUMN "written_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ladder_removals" ADD CONSTRAINT "ladder_removals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;