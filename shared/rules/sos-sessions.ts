/** Ids of the starter sessions for acute fear, open to everybody, by what is happening. */
export const SOS_SESSIONS = {
  shaking: 'cd4bd1d8-7e55-51ec-94dd-710045ea4d4d',
  breath: '623fb197-8f1c-5b11-8dab-347c94d856f7',
  doors: '0f6a6231-c9b2-5e3d-8b9b-8d7fb30d95cf',
  thoughts: '5f8ad74d-9012-5268-8f4c-44adc9121597',
  'urge-to-leave': 'dac4f6f9-7cd9-5527-bdd4-5fe0296a3d23',
  tears: '875f974b-5069-556f-b0a0-c6db6f0affd3',
} as const;
export type SosSession = keyof typeof SOS_SESSIONS;
