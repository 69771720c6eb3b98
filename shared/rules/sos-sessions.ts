/** Ids of the starter sessions for acute fear, free, by what is happening. */
export const SOS_SESSION_IDS = {
  shaking: 'cd4bd1d8-7e55-51ec-94dd-710045ea4d4d',
  breath: '623fb197-8f1c-5b11-8dab-347c94d856f7',
  doors: '0f6a6231-c9b2-5e3d-8b9b-8d7fb30d95cf',
  thoughts: '5f8ad74d-9012-5268-8f4c-44adc9121597',
  'urge-to-leave': 'dac4f6f9-7cd9-5527-bdd4-5fe0296a3d23',
  tears: '875f974b-5069-556f-b0a0-c6db6f0affd3',
  heart: '6c6fcb6e-cb11-51e6-a541-bb068b14e739',
  faint: 'dbe42d50-c3b8-5ffe-9a7c-f65b31ead466',
  unreal: '7c444b9c-23aa-5728-9dbc-d92905cc320c',
  dropped: 'ca5d1c59-e157-57d9-8762-663507a24830',
  'at-the-gate': 'c5390afa-aea4-5c1d-b07a-7ac2ad0c9bfb',
  neighbour: '74c8054b-5c07-5a7a-b9a7-3e48905c62c5',
} as const;
export type SosSituation = keyof typeof SOS_SESSION_IDS;
