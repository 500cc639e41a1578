/** What a SELECT of a user may take unless its user says otherwise: `dossier query`, and SQL files and filters of exports. */
export const queryLimits = { timeoutSeconds: 60, memory: '1GB' } as const
