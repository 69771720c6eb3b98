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
const REHEARSAL_SEATS: Record<RehearsalSeat, { eye: CameraVector; yaw: number; tilt: number }> = {
  behind: { eye: [-6.4, 1.5, 1.5], yaw: 0.2, tilt: -0.04 },
  over: { eye: [-0.6, 1.5, 1.5], yaw: 0.05, tilt: -0.1 },
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
  const halfHeight = Math.min(height * 0.36, width * 0.24);
  const halfWidth = halfHeight * 0.73;
  return { x: width / 2, y: height * 0.53, halfWidth, halfHeight, spacing: halfWidth * 2.42 };
}

/** What is seen from a seat: the eye in the aircraft, and the three ways of the view, in the aircraft and in the world. */
export interface Camera {
  eye: CameraVector;
  unit: number;
  local: readonly [ahead: CameraVector, right: CameraVector, up: CameraVector];
  world: readonly [ahead: CameraVector, right: CameraVector, up: CameraVector];
  /** A way in the world as it is from within the aircraft. */
  toLocal: (way: CameraVector) => CameraVector;
}

const cross = (a: CameraVector, b: CameraVector): CameraVector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Points a camera from a seat; pitch and bank in degrees turn the world, not the wing. */
export function pointCamera(
  seat: RehearsalSeat,
  opening: WindowOpening,
  pitch: number,
  bank: number,
): Camera {
  const { eye, yaw, tilt } = REHEARSAL_SEATS[seat];
  const ahead: CameraVector = [
    Math.sin(yaw) * Math.cos(tilt),
    Math.sin(tilt),
    Math.cos(yaw) * Math.cos(tilt),
  ];
  const right: CameraVector = [-Math.cos(yaw), 0, Math.sin(yaw)];
  const local = [ahead, right, cross(right, ahead)] as const;
  const [p, b] = [(pitch * Math.PI) / 180, (bank * Math.PI) / 180];
  const turn = ([x, y, z]: CameraVector): CameraVector => {
    const [ty, tz] = [y * Math.cos(b) - z * Math.sin(b), z * Math.cos(b) + y * Math.sin(b)];
    return [x * Math.cos(p) - ty * Math.sin(p), x * Math.sin(p) + ty * Math.cos(p), tz];
  };
  const axes = [turn([1, 0, 0]), turn([0, 1, 0]), turn([0, 0, 1])] as const;
  return {
    eye,
    unit: opening.halfHeight / REACH,
    local,
    world: [turn(local[0]), turn(local[1]), turn(local[2])],
    toLocal: (way) =>
      axes.map((axis) => axis[0] * way[0] + axis[1] * way[1] + axis[2] * way[2]) as CameraVector,
  };
}
