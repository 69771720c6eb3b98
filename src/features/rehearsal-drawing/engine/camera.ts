import type { RehearsalSeat } from '#shared/rules/rehearsal-dose.ts';

export type CameraVector = [ahead: number, up: number, right: number];

/** A window of the picture, in pixels from its lower left corner: its middle and half its width and height. */
export interface WindowOpening {
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
  /** From one window to the next, in pixels; 0 for a single one. */
  spacing: number;
}

/** How far one sees up and down from the middle of a window, as a tangent. */
const REACH = 0.6;
/** How far the wall is from the eye in its place, in metres; counts where the eye moves. */
export const WALL_DISTANCE_METRES = 0.55;

/** How far an eye is from its place in the seat, in metres: to the right, up, and towards the wall. */
export type EyeOffset = readonly [right: number, up: number, ahead: number];
export const NO_EYE_OFFSET: EyeOffset = [0, 0, 0];

/** Pixels of the wall's picture for each metre of the wall. */
export const getWallDensity = ({ halfHeight }: WindowOpening): number =>
  halfHeight / REACH / WALL_DISTANCE_METRES;
const REHEARSAL_SEATS: Record<RehearsalSeat, { eye: CameraVector; yaw: number; tilt: number }> = {
  behind: { eye: [-6.4, 1.5, 1.5], yaw: 0.2, tilt: -0.04 },
  over: { eye: [-3, 1.7, 1.5], yaw: 0.07, tilt: -0.06 },
  ahead: { eye: [6.5, 1.55, 1.5], yaw: -0.38, tilt: -0.06 },
};

/**
 * Lays out the windows of a picture of this size: on a tall one a single window that leaves it on the left, as it does
 * when one sits beside it; on a wide one three.
 */
export function layOutWindows(width: number, height: number): WindowOpening {
  if (width < height * 0.95) {
    const halfHeight = Math.min(height * 0.335, width * 0.72);
    const halfWidth = halfHeight * 0.66;
    return { x: width * 0.8 - halfWidth, y: height * 0.54, halfWidth, halfHeight, spacing: 0 };
  }
  // A phone on its side has Stop above the windows and the captions below them, and little room for both.
  const isLow = width > height * 1.9;
  const halfHeight = Math.min(height * (isLow ? 0.32 : 0.36), width * 0.24);
  const halfWidth = halfHeight * 0.73;
  return {
    x: width / 2,
    y: height * (isLow ? 0.51 : 0.53),
    halfWidth,
    halfHeight,
    spacing: halfWidth * 2.42,
  };
}

/** Returns the same windows in a picture that is larger or smaller by a factor. */
export const scaleOpening = (
  { x, y, halfWidth, halfHeight, spacing }: WindowOpening,
  by: number,
): WindowOpening => ({
  x: x * by,
  y: y * by,
  halfWidth: halfWidth * by,
  halfHeight: halfHeight * by,
  spacing: spacing * by,
});

/** What is seen from a seat: the eye in the aircraft, and the three ways of the view, in the aircraft and in the world. */
export interface Camera {
  eye: CameraVector;
  /** Where in the picture the eye looks at right angles, and pixels for a tangent of 1 there. */
  centre: readonly [x: number, y: number];
  unit: number;
  local: readonly [ahead: CameraVector, right: CameraVector, up: CameraVector];
  world: readonly [ahead: CameraVector, right: CameraVector, up: CameraVector];
  /** A way in the world as it is from within the aircraft. */
  toLocal: (way: CameraVector) => CameraVector;
}

/** What of one picture its scene, lamps and wing are drawn with. */
export interface SceneView {
  camera: Camera;
  opening: WindowOpening;
  /** From tangents to the picture's coordinates, -1 to 1: factors, then offsets. */
  project: readonly [number, number, number, number];
  fog: number;
}

const cross = (a: CameraVector, b: CameraVector): CameraVector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Turns a way in the world to the right, by an angle in radians. */
export const turnLevel = ([x, y, z]: CameraVector, by: number): CameraVector => [
  x * Math.cos(by) - z * Math.sin(by),
  y,
  x * Math.sin(by) + z * Math.cos(by),
];

/**
 * Points a camera from a seat; pitch, bank and heading in degrees turn the world, not the wing. An eye that is not in its place
 * sees through the same opening at a slant: what is far stands still, and the wall and the wing move before it.
 */
export function pointCamera(
  seat: RehearsalSeat,
  opening: WindowOpening,
  {
    pitch,
    bank,
    heading,
    offset,
  }: { pitch: number; bank: number; heading: number; offset: EyeOffset },
): Camera {
  const { eye, yaw, tilt } = REHEARSAL_SEATS[seat];
  const ahead: CameraVector = [
    Math.sin(yaw) * Math.cos(tilt),
    Math.sin(tilt),
    Math.cos(yaw) * Math.cos(tilt),
  ];
  const right: CameraVector = [-Math.cos(yaw), 0, Math.sin(yaw)];
  const local = [ahead, right, cross(right, ahead)] as const;
  const [p, b, h] = [pitch, bank, heading].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const turn = ([x, y, z]: CameraVector): CameraVector => {
    const [ty, tz] = [y * Math.cos(b) - z * Math.sin(b), z * Math.cos(b) + y * Math.sin(b)];
    const px = x * Math.cos(p) - ty * Math.sin(p);
    return turnLevel([px, x * Math.sin(p) + ty * Math.cos(p), tz], h);
  };
  const axes = [turn([1, 0, 0]), turn([0, 1, 0]), turn([0, 0, 1])] as const;
  const density = getWallDensity(opening);
  return {
    eye: eye.map((n, axis) =>
      [right, local[2], ahead].reduce((sum, way, i) => sum + way[axis]! * offset[i]!, n),
    ) as CameraVector,
    centre: [opening.x + offset[0] * density, opening.y + offset[1] * density],
    unit: density * (WALL_DISTANCE_METRES - offset[2]),
    local,
    world: [turn(local[0]), turn(local[1]), turn(local[2])],
    toLocal: (way) =>
      axes.map((axis) => axis[0] * way[0] + axis[1] * way[1] + axis[2] * way[2]) as CameraVector,
  };
}
