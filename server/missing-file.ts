/**
 * Resolves to the result of `reading`, a file operation, or to `otherwise` when it fails because the file or folder
 * does not exist. Rejects on any other failure, such as a missing permission or a broken disk.
 */
export async function fallBackIfFileMissing<Found, Other>(
  reading: Promise<Found>,
  otherwise: Other,
): Promise<Found | Other> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return otherwise;
    throw error;
  }
}
