import type { TestPerson } from './people.ts';

/** Turns on all reminders of a person, at 08:00 in Paris, by push to a browser; resolves to the reply. */
export const turnOnReminders = (person: TestPerson) =>
  person.call('PUT /api/reminders', {
    body: {
      channel: 'push',
      hour: 8,
      timeZone: 'Europe/Paris',
      practice: true,
      pack: true,
      evening: true,
      subscription: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${person.id}`,
        p256dh: 'a',
        auth: 'a',
      },
    },
  });
