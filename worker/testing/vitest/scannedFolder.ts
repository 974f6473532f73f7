/** Names the folder of a run whose leftovers are searched, see worker/proof/leaks/workerRun.ts. */
export const runVariable = 'SLUICE_WORKER_RUN'

/** Where everything that a run leaves is kept. */
export const keptIn = (folder: string): string => `${folder}/kept`
