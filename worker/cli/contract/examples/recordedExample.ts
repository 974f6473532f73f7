/** A request that was sent to a real gateway, and its response. */
export interface RecordedExample {
  /** Unique: letters, digits and hyphens. */
  readonly id: string
  /** The story that it is a part of: see `startExampleGateway`. */
  readonly story: string
  /** The operationId. */
  readonly operation: string
  /** In plain words, subject first: "Visa card with an address". */
  readonly title: string
  /** The ids of earlier examples whose responses its request uses, in the order of use. */
  readonly given: readonly string[]
  /** The API key of the request. `other` is a key of an earlier response. */
  readonly key: 'secret' | 'publishable' | 'reports' | 'team' | 'none' | 'other'
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    /** With the path parameters filled in. */
    readonly path: string
    readonly pathParameters: Readonly<Record<string, string>>
    readonly query: Readonly<Record<string, string>>
    /** Without x-api-key and Content-Type. */
    readonly headers: Readonly<Record<string, string>>
    /** JSON. Absent without a body. */
    readonly body?: unknown
  }
  readonly response: {
    readonly status: number
    /** The headers that are worth showing, such as Link, and Content-Type unless it is application/json. */
    readonly headers: Readonly<Record<string, string>>
    /** JSON. Absent for an empty body or another media type. */
    readonly body?: unknown
    /** A body of another media type, such as CSV. */
    readonly text?: string
  }
}
