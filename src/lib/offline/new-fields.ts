/** The fields that sessions did not have from the first version on, as those of earlier versions are taken to be. */
const NEW_FIELDS = { situations: [], guard: null, form: 'full', authorPortrait: null };

/** The same for lessons, without their runs, of which the first is the completion. */
const NEW_LESSON_FIELDS = { dose: null, outcome: null, practised: false };

/**
 * Adds to every session and lesson in a value that an earlier version of the app stored on this device the fields that it has not
 * got. Changes the value, and returns it.
 */
export function addMissingSessionFields<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if ('kind' in value) Object.assign(value, { ...NEW_FIELDS, ...value });
  if ('taskTickedAt' in value && 'completedAt' in value)
    Object.assign(value, {
      ...NEW_LESSON_FIELDS,
      runs: value.completedAt === null ? [] : [value.completedAt],
      ...value,
    });
  for (const part of Object.values(value)) addMissingSessionFields(part);
  return value;
}
