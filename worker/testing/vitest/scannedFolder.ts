/** Environment variable with the folder of a run, which is scanned for leaks; see worker/proof/leaks/workerdArtifacts.ts. */
export const scannedFolderVariable = 'SLUICE_WORKER_RUN'

/** The folder of a run's output and stored data. */
export const outputFolder = (folder: string): string => `${folder}/kept`
