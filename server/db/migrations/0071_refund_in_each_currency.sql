UPDATE "passes" SET "returnable" = (
  SELECT jsonb_agg(jsonb_build_object('currency', "passes"."currency") || entry)
  FROM jsonb_array_elements("passes"."returnable") AS entry
) WHERE "returnable" <> '[]'::jsonb;
