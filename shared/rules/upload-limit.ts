/** The most bytes of a file that is uploaded in the studio: hours of speech. */
export const MAX_UPLOAD_BYTES = 200_000_000;
