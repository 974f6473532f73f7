import { runLoad, type Workload, type Load } from './load.ts'
import { countRequest, type PerRequest } from './perRequest.ts'
import { rows, type BaselineUnderLoad, type Row, type RowName, type GatewayUnderLoad } from './rows.ts'
import type { Server } from './servers.ts'

/** A load with CPU time and storage per request. */
export interface Round extends Load {
  /** CPU time of the runtime in milliseconds; null on systems without /proc. */
  readonly cpuMs: number | null
  /** Database growth. */
  readonly bytes: number
}

/** A row at one gateway, with its baseline in the same rounds. */
export interface Measured {
  readonly row: RowName
  /** Payments stored before. */
  readonly stored: number
  /** In the order of the baseline’s rounds. */
  readonly loads: readonly Round[]
  readonly baselines: readonly Round[]
  readonly perRequest: PerRequest
  readonly baselinePerRequest: PerRequest
}

export interface BenchSetup {
  readonly gateways: ReadonlyMap<number, GatewayUnderLoad>
  readonly baseline: BaselineUnderLoad
  readonly rounds: number
  readonly seconds: number
}

/** Runs a load and measures CPU time and database growth. */
export const measureRound = async (server: Server, workload: Workload, seconds: number): Promise<Round> => {
  const [cpuBefore, { bytes: bytesBefore }] = [server.cpuMs(), await server.counts()]
  const load = await runLoad(workload, server.connections, seconds)
  const [cpuAfter, { bytes: bytesAfter }] = [server.cpuMs(), await server.counts()]
  return {
    ...load,
    cpuMs: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / load.count,
    bytes: (bytesAfter - bytesBefore) / load.count,
  }
}

/** Long enough for JIT compilation on both sides. */
export const warmUpSeconds = 1.5

/** Alternates baseline and gateways, so that other load on the machine affects all equally. */
export const measureRow = async (
  name: RowName,
  { gateways, baseline, rounds, seconds }: BenchSetup,
): Promise<readonly Measured[]> => {
  const row: Row = rows[name]
  const subjects = [...gateways].map(([stored, target]) => ({ stored, target, loads: [] as Round[] }))
  const baselines: Round[] = []
  const loadBaseline = async (seconds: number) =>
    measureRound(baseline.server, await baseline.prepare(row.baseline), seconds)
  const load = async (target: GatewayUnderLoad, seconds: number) =>
    measureRound(target.server, await row.prepare(target, seconds), seconds)

  await loadBaseline(warmUpSeconds)
  for (const { target } of subjects) await load(target, warmUpSeconds)
  for (let nth = 0; nth < rounds; nth++) {
    baselines.push(await loadBaseline(seconds))
    for (const { target, loads } of subjects) loads.push(await load(target, seconds))
  }
  const ofBaseline = await countRequest(baseline.server, await baseline.prepare(row.baseline))
  const measured: Measured[] = []
  for (const { stored, target, loads } of subjects) {
    const perRequest = await countRequest(target.server, await row.prepare(target, warmUpSeconds))
    measured.push({ row: name, stored, loads, baselines, perRequest, baselinePerRequest: ofBaseline })
  }
  return measured
}
