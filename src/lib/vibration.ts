/** Whether the device can vibrate: the API exists and the pointer is coarse, as on a phone. */
export const canVibrate = () => 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;
