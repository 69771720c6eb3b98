/** Whether the device can be felt: one held in the hand, whose browser can make it vibrate. */
export const canVibrate = () => 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;
