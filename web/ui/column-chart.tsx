import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { scaleFor } from './chart-scale.ts'

type ColumnChartProps<Row> = {
  /** A sentence that describes the chart to screen readers. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The label below a column. */
  name: (row: Row) => string
  value: (row: Row) => number
  /** A short text of a value ("12 B"), on the axis and above the highest and the last column. */
  tick: (value: number) => string
  /** The tooltip of a column. */
  detail: (row: Row) => string
}

// All in px.
const HEIGHT = 256
/** The space above the highest column for its value. */
const TOP = 20
const BASE = HEIGHT - 30
const LEFT = 56
const RIGHT = 4
const MAX_COLUMN_WIDTH = 40
const ROUNDING = 3
const LETTER = 7
const LABEL_GAP = 16
/** The width of a value above a column. */
const MARK = 64
/** Half the largest width of a tooltip, which never reaches beyond the chart. */
const TOOLTIP_REACH = 130

/** A column chart of amounts over time, in one colour. The screen shows the exact figures in a table beside it. */
export function ColumnChart<Row>({ label, rows, detail, ...drawing }: ColumnChartProps<Row>) {
  const figure = useRef<HTMLElement>(null)
  const width = useWidth(figure)
  const [pointed, setPointed] = useState<number>()
  const band = Math.max(0, width - LEFT - RIGHT) / rows.length
  const row = pointed === undefined ? undefined : rows[pointed]
  const point = ({ clientX, currentTarget }: PointerEvent) =>
    setPointed(Math.floor((clientX - currentTarget.getBoundingClientRect().left - LEFT) / band))
  return (
    <figure
      ref={figure}
      aria-label={label}
      className="relative h-64 min-w-0 text-xs"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setPointed(undefined)}
    >
      {width > 0 && <Drawing {...drawing} rows={rows} width={width} band={band} pointed={row && pointed} />}
      {row !== undefined && pointed !== undefined && (
        <p
          className="pointer-events-none absolute top-2 w-max transform-[translateX(-50%)] rounded-md bg-surface-raised px-3 py-2 text-sm shadow-float"
          style={{
            maxWidth: 2 * TOOLTIP_REACH,
            left: `clamp(${TOOLTIP_REACH}px, ${LEFT + (pointed + 0.5) * band}px, 100% - ${TOOLTIP_REACH}px)`,
          }}
        >
          {detail(row)}
        </p>
      )}
    </figure>
  )
}

/** The width of an element in px; 0 until it is measured. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}

type DrawingProps<Row> = Omit<ColumnChartProps<Row>, 'label' | 'detail'> & {
  /** In px: the width of the chart, and of the band of each column. */
  width: number
  band: number
  pointed: number | undefined
}

function Drawing<Row>({ rows, rowKey, name, value, tick, width, band, pointed }: DrawingProps<Row>) {
  const amounts = rows.map(value)
  const { highest, ticks } = scaleFor(amounts)
  const yOf = (amount: number) => BASE - ((BASE - TOP) * amount) / highest
  const column = Math.min(MAX_COLUMN_WIDTH, band * 0.8)
  const longest = Math.max(...rows.map(row => name(row).length)) * LETTER + LABEL_GAP
  // The latest column always has its label.
  const hasLabel = (place: number) => (rows.length - 1 - place) % Math.ceil(longest / band) === 0
  return (
    // Labels of narrow columns at the edge reach into the padding around the chart.
    <svg aria-hidden width={width} height={HEIGHT} className="block overflow-visible fill-ink-soft">
      {ticks.map(amount => (
        <g key={amount} transform={`translate(0 ${yOf(amount)})`}>
          <line x1={LEFT} x2={width - RIGHT} className="stroke-line" />
          <text x={LEFT - 8} dy="0.32em" textAnchor="end">
            {tick(amount)}
          </text>
        </g>
      ))}
      {pointed !== undefined && (
        <rect x={LEFT + pointed * band} y={TOP} width={band} height={BASE - TOP} className="fill-surface-sunken" />
      )}
      {rows.map((row, place) => (
        <g key={rowKey(row)} transform={`translate(${LEFT + (place + 0.5) * band} 0)`}>
          {value(row) > 0 && <path d={columnPath(column, yOf(value(row)))} className="fill-brand" />}
          {hasLabel(place) && (
            <text y={BASE + 18} textAnchor="middle">
              {name(row)}
            </text>
          )}
        </g>
      ))}
      {labelledOf(amounts, band).map(place => (
        <text
          key={place}
          x={Math.min(LEFT + (place + 0.5) * band, width - RIGHT - MARK / 2)}
          y={yOf(amounts[place] ?? 0) - 6}
          textAnchor="middle"
          // Wider than its column, it may overlap a higher column: an outline in the card's colour separates them.
          className="fill-ink stroke-surface font-medium"
          strokeWidth={4}
          strokeLinejoin="round"
          paintOrder="stroke"
        >
          {tick(amounts[place] ?? 0)}
        </text>
      ))}
    </svg>
  )
}

/** The indexes of the highest and of the last column; only the highest's if their labels would overlap. */
function labelledOf(values: readonly number[], band: number): number[] {
  const highest = values.indexOf(Math.max(...values))
  const last = values.reduce((found, value, place) => (value > 0 ? place : found), -1)
  if (last < 0) return []
  return (last - highest) * band < MARK ? [highest] : [highest, last]
}

/** The path of a column centred on x = 0, from the base line up, rounded at the top. */
function columnPath(width: number, top: number): string {
  const half = width / 2
  const rounding = Math.min(ROUNDING, half, BASE - top)
  return `M${-half} ${BASE}V${top + rounding}q0 ${-rounding} ${rounding} ${-rounding}H${half - rounding}q${rounding} 0 ${rounding} ${rounding}V${BASE}z`
}
