import { GradientShape } from './gradient.tsx';

/** A picture of the view over the wing: small fields, a river, a road. */
export const wingPicture = (
  <>
    <GradientShape id="wing-sky" height={84} colors={['#6c9ccb', '#b4cee2', '#e8e5d9']} />
    <path d="M0 82h320v158H0z" fill="#a8b583" />
    {[
      ['M0 84h70l-20 22H0Z', '#b9c38c'],
      ['M74 84h80l-14 26H52Z', '#8fa06c'],
      ['M160 84h72l6 24h-92Z', '#c5bd85'],
      ['M238 84h82v28h-76Z', '#93a673'],
      ['M0 112h44l-22 40H0Z', '#8d9c67'],
      ['M50 114h88l-18 42H24Z', '#c9bf83'],
      ['M146 114h94l8 44H128Z', '#a3b27a'],
      ['M248 118h72v44h-64Z', '#b7ad77'],
      ['M0 158h18L0 190Z', '#bdb47c'],
    ].map(([d, fill]) => (
      <path key={d} d={d} fill={fill} />
    ))}
    <path
      d="M320 96c-40 10-60 22-104 24s-70 22-116 30-70 6-100 20"
      fill="none"
      stroke="#7fa7c2"
      strokeWidth="5"
    />
    {[20, 28, 34, 180, 186, 262].map((x, i) => (
      <path key={x} d={`M${x} ${100 + i * 6}h5v3h-5z`} fill="#f2efe8" />
    ))}
    {/* Haze over what is far, and the shadow of a cloud: they say how high this is. */}
    <GradientShape id="wing-haze" y={82} height={70} colors={['#e8e5d9e6', '#e8e5d900']} />
    <ellipse cx="220" cy="140" rx="40" ry="7" fill="#5f6f4d" opacity=".35" />
    <path d="M320 150 60 196l-34 2 30 12 264 24Z" fill="#e7eaee" />
    <path d="m26 198-14-16 4 17 40 11Z" fill="#c5ccd6" />
    <path d="M320 192 84 204M320 214 120 206" stroke="#b3bcc8" strokeWidth="1.500" />
    <path d="M236 176 176 187v9l60-10Z" fill="#d2d8e0" />
    <path d="M320 234 56 210l264 30Z" fill="#8f99a8" />
  </>
);

/** A picture of high dark clouds with a small plane. */
export const cloudsPicture = (
  <>
    <GradientShape id="clouds-sky" colors={['#5a6a86', '#8c99ac', '#cdc6b8']} />
    <GradientShape
      id="clouds-far"
      colors={['#566178', '#7b8493']}
      d="M40 240c-30-18-28-52-4-62-16-30 6-58 30-56-4-34 28-56 56-44 8-34 58-40 74-8 30-6 52 20 42 46 28 6 36 40 14 58 20 16 20 52-6 66Z"
    />
    <GradientShape
      id="clouds-near"
      colors={['#343d51', '#565f71']}
      d="M76 240c-22-24-8-54 16-58-8-30 22-50 44-38 14-26 54-20 58 10 26 0 36 28 22 46 16 10 14 34-4 40Z"
    />
    <path
      d="M286 240c-8-20 6-40 26-40h8v40Zm-286 0v-56c22-6 40 12 36 34-2 12-8 18-14 22Z"
      fill="#3e485d"
    />
    <path
      d="M286 62h-26l-16-14h-6l8 14h-18l-6-6h-5l4 9-4 9h5l6-6h18l-8 14h6l16-14h26c5 0 5-6 0-6Z"
      fill="#f3f4f6"
    />
  </>
);

/** A picture of the sea at night with a moon and a light at the tip of the wing. */
export const nightPicture = (
  <>
    <GradientShape id="night-sky" height={138} colors={['#0a1020', '#1d2a47']} />
    <GradientShape id="night-sea" y={138} height={102} colors={['#0d1526', '#05080f']} />
    {[
      [24, 30],
      [66, 76],
      [98, 22],
      [140, 58],
      [176, 18],
      [204, 92],
      [262, 40],
      [296, 84],
      [40, 112],
      [286, 118],
    ].map(([cx, cy]) => (
      <circle key={cx} cx={cx} cy={cy} r="1.100" fill="#c9d3e6" opacity=".75" />
    ))}
    <circle cx="232" cy="58" r="28" fill="#e9e2c8" opacity=".07" />
    <circle cx="232" cy="58" r="18" fill="#e9e2c8" opacity=".12" />
    <circle cx="232" cy="58" r="10" fill="#e9e2c8" />
    {[0, 1, 2, 3, 4, 5].map((i) => (
      <path
        key={i}
        d={`M${222 - i * 5} ${146 + i * 13}h${20 + i * 10}`}
        stroke="#c9c3a6"
        strokeWidth="1.400"
        opacity={0.32 - i * 0.045}
      />
    ))}
    <path d="M0 240 118 196l26 3L74 240Z" fill="#1a2334" />
    <circle cx="140" cy="198" r="9" fill="#d8574b" opacity=".28" />
    <circle cx="140" cy="198" r="3" fill="#ff8d7d" />
  </>
);

/** A picture of a map: a route across an ocean. */
export const mapPicture = (
  <>
    <rect width="320" height="240" fill="#9cbdd3" />
    <path d="M0 40h320M0 90h320M0 140h320M0 190h320" stroke="#b3cfe0" />
    <path d="M64 0v240M128 0v240M192 0v240M256 0v240" stroke="#b3cfe0" />
    <path
      d="M0 0h66c-4 16 10 22 4 36-16 4-14 20-30 24 2 18-18 20-14 38-12 8-2 24-16 34-4 20 4 30-10 44Z"
      fill="#ded6bd"
    />
    <path
      d="M320 20c-14 2-20 16-36 14-2 14 12 16 6 30-16 4-20 20-12 32-10 10-2 26 10 28 2 20-14 28-8 48 4 16 18 20 16 40l24 6Z"
      fill="#ded6bd"
    />
    <path
      d="M48 84c64-52 156-60 238 0"
      fill="none"
      stroke="#2c3a55"
      strokeWidth="2.500"
      strokeDasharray="2 7"
      strokeLinecap="round"
    />
    <circle cx="48" cy="84" r="5" fill="#b4543f" />
    <circle cx="286" cy="84" r="5" fill="#b4543f" />
    <path
      d="M182 44h-14l-9-10h-4l4 10h-9l-4-4h-3l2 6-2 6h3l4-4h9l-4 10h4l9-10h14c4 0 4-4 0-4Z"
      fill="#2c3a55"
    />
    <path d="M36 214h64m-64-4v8m32-8v8m32-8v8" stroke="#4c6d86" strokeWidth="1.800" />
  </>
);
