UPDATE "audit_log" SET "action" = 'email.read', "details" = jsonb_build_object('email', "details"->'letter')
WHERE "action" = 'letter.read';
