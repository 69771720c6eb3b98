import { z } from 'zod';
import { REMINDER_CHANNELS } from '#shared/rules/reminders.ts';
import { declareEndpoint } from './endpoint.ts';
import { okReply, timeZone } from './fields.ts';

const wishes = z.object({
  channel: z.enum(REMINDER_CHANNELS),
  /** Hour of the day in `timeZone`. */
  hour: z.int().min(0).max(23),
  timeZone,
  practice: z.boolean(),
  /** The check of the flight pack, two days before. */
  pack: z.boolean(),
  evening: z.boolean(),
});

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, 'not_base64url');
const subscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  p256dh: base64url(120),
  auth: base64url(60),
});
export type PushSubscriptionInput = z.infer<typeof subscription>;

const reminders = z.object({
  /** Null when the person has no reminders; `isResting` when they pause, because too many were not opened. */
  wishes: wishes.extend({ isResting: z.boolean() }).nullable(),
  /** The server's public key (VAPID), with which a browser subscribes. */
  pushKey: z.string(),
});
export type RemindersReply = z.infer<typeof reminders>;
export type ReminderSettings = z.infer<typeof wishes>;

export const getReminders = declareEndpoint({
  method: 'GET',
  path: '/api/reminders',
  access: 'onboarded',
  summary: 'What the person wants to be reminded of; resting after three that were not opened',
  replies: { 200: reminders },
});

export const saveReminders = declareEndpoint({
  method: 'PUT',
  path: '/api/reminders',
  access: 'onboarded',
  summary: 'Choose the reminders; with where this browser is reached when they come by push',
  body: wishes.extend({ subscription: subscription.optional() }),
  replies: { 200: reminders },
});

export const deleteReminders = declareEndpoint({
  method: 'DELETE',
  path: '/api/reminders',
  access: 'onboarded',
  summary: 'End all reminders and forget the browsers that they came to',
  replies: { 200: okReply },
});

const token = z.object({ token: z.string().min(1).max(400) });

export const endRemindersByLink = declareEndpoint({
  method: 'POST',
  path: '/api/reminders/end',
  access: 'public',
  summary: 'End all reminders by the link of one',
  body: token,
  replies: { 200: okReply },
});

export const deletePushSubscription = declareEndpoint({
  method: 'POST',
  path: '/api/reminders/unsubscribed',
  access: 'public',
  summary:
    'Forget a browser that ended its push subscription; its secret shows that it is that browser',
  body: subscription.pick({ endpoint: true, auth: true }),
  replies: { 200: okReply },
});

export const recordReminderOpened = declareEndpoint({
  method: 'POST',
  path: '/api/reminders/opened',
  access: 'public',
  summary: 'Tell that a reminder was opened',
  body: token,
  replies: { 200: okReply },
});
