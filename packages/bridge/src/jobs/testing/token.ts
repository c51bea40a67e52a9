/** The secret of the installation that the tests run in. */
export const TOKEN = 'test-token';
