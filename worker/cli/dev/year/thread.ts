import { parentPort, workerData } from 'node:worker_threads'
import type { YearSettings } from '../yearThread.ts'
import { makeYear } from './makeYear.ts'

const bytes = (await makeYear(workerData as YearSettings)).bytes() as Uint8Array<ArrayBuffer>
parentPort?.postMessage(bytes, [bytes.buffer])
