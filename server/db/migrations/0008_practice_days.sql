CREATE TABLE "practice_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"time_zone" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "practice_days_pkey" PRIMARY KEY("user_id","day","time_zone")
);
--> statement-breakpoint
ALTER TABLE "practice_days" ADD CONSTRAINT "practice_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
WITH zones AS MATERIALIZED (SELECT name FROM pg_timezone_names),
  done AS (
    SELECT user_id, ended_at, time_zone FROM listens
    UNION ALL
    SELECT user_id, ended_at, time_zone FROM practices
  )
INSERT INTO practice_days
SELECT user_id, (ended_at AT TIME ZONE coalesce(zones.name, 'UTC'))::date AS day, time_zone, min(ended_at), max(ended_at)
FROM done LEFT JOIN zones ON zones.name = done.time_zone
GROUP BY user_id, day, time_zone;
