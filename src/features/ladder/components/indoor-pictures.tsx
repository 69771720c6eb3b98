import { GradientShape } from './gradient.tsx';

const WALL = '#dfe3ea';
const DEEP = '#2c3a55';

/** A picture of a departure gate: a hall with seats, an open door, and a plane behind the glass. */
export const gatePicture = (
  <>
    <GradientShape id="gate-sky" height={158} colors={['#b3cbe3', '#eae5da']} />
    <path d="M0 128h320v26H0z" fill="#8fa2b5" />
    {/* The plane behind the glass, nose to the right. */}
    <path
      d="M34 104c30-9 118-11 160-8 20 2 36 10 36 18s-18 14-38 14H42c-12 0-20-12-8-24Z"
      fill="#f4f5f7"
    />
    <path d="M30 106 18 66h18l26 36Z" fill="#4b6a97" />
    <path d="M110 120h64l-44 22h-18Z" fill="#c4ccd8" />
    <path
      d="M80 108h112"
      stroke="#4b5f80"
      strokeWidth="3.5"
      strokeDasharray="4 7"
      strokeLinecap="round"
    />
    <path d="M206 104h14l6 7h-18Z" fill="#2c3a55" />
    {/* The glass and its frames. */}
    <path d="M64 0v158M150 0v158M236 0v158" stroke="#eef1f5" strokeWidth="6" />
    <path d="M0 158h320v82H0z" fill="#a9a7a6" />
    <path d="M0 158h320v5H0z" fill="#878685" />
    <path d="M252 34h68v128h-68z" fill={WALL} />
    <path d="M264 58h44v104h-44z" fill={DEEP} />
    <path d="M264 162 300 240H200l64-78Z" fill="#9392a0" opacity=".45" />
    <rect x="258" y="40" width="56" height="13" rx="2" fill="#e9b04e" />
    <path d="M264 46.500h30" stroke={DEEP} strokeWidth="3" />
    {[8, 62, 116, 170].map((x) => (
      <g key={x} fill="#3d5378">
        <rect x={x} y="168" width="44" height="30" rx="7" />
        <rect x={x - 2} y="196" width="48" height="13" rx="5" fill="#31456a" />
        <path d={`M${x + 6} 209v17M${x + 38} 209v17`} stroke="#55585f" strokeWidth="3.500" />
      </g>
    ))}
  </>
);

/** A picture of a cabin: rows of heads and headrests on either side of an aisle. */
export const cabinPicture = (
  <>
    <rect width="320" height="240" fill="#cfd3db" />
    <path d="M0 0h320L196 92h-72Z" fill="#eceef2" />
    <path d="M0 0v240l124-112V92Z" fill="#bcc3ce" />
    <path d="M320 0v240L196 128V92Z" fill="#bcc3ce" />
    <path d="M124 92h72v36h-72z" fill="#8b96a8" />
    <path d="M142 98h36v30h-36z" fill="#6d7a90" />
    <path d="M142 128h36l46 112H96Z" fill="#59637a" />
    <path d="m143 128-44 112m78-112 44 112" stroke="#f1d9a0" strokeWidth="1.800" opacity=".8" />
    {/* The lockers overhead, low and long. */}
    <path d="M0 22 126 92v8L0 62Z" fill="#f5f6f8" />
    <path d="M320 22 194 92v8l126-38Z" fill="#f5f6f8" />
    {[0.34, 0.48, 0.68, 1].map((scale) => (
      <g key={scale}>
        {[-1, 1].map((side) =>
          [0, 1].map((seat) => {
            const x = 160 + side * scale * (88 + seat * 66);
            const y = 104 + scale * 78;
            return (
              <g key={`${side} ${seat}`}>
                <circle
                  cx={x + side * 3 * scale}
                  cy={y - 27 * scale}
                  r={15 * scale}
                  fill={
                    ['#6b4b3a', '#3b3432', '#a47a52', '#d8d2c8'][
                      (seat + Math.round(scale * 10)) % 4
                    ]
                  }
                />
                <rect
                  x={x - 28 * scale}
                  y={y - 22 * scale}
                  width={56 * scale}
                  height={96 * scale}
                  rx={12 * scale}
                  fill={scale === 1 ? '#2f4266' : '#3a4f76'}
                />
                <rect
                  x={x - 19 * scale}
                  y={y - 15 * scale}
                  width={38 * scale}
                  height={20 * scale}
                  rx={5 * scale}
                  fill="#e6e3dc"
                />
              </g>
            );
          }),
        )}
      </g>
    ))}
  </>
);
