import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

type ColumnChartProps<Row> = {
  /** A sentence that describes the chart to screen readers. */
  label: string
  rows: readonly Row[]
  /** The label below a column. */
  name: (row: Row) => string
  value: (row: Row) => number
  /** A short axis label ("12 B"). */
  tick: (value: number) => string
  /** The tooltip of a column. */
  detail: (row: Row) => string
}

/** A column chart of amounts over time, in one colour. The exact figures belong in a table beside it. */
export function ColumnChart<Row>({ label, rows, name, value, tick, detail }: ColumnChartProps<Row>) {
  const columns = rows.map(row => ({ row, name: name(row), value: value(row) }))
  return (
    <figure aria-label={label} className="h-64 min-w-0 text-xs">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={columns} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="name"
            tickLine={false}
            axisLine={{ stroke: 'var(--color-line)' }}
            tick={TICK}
            minTickGap={16}
            interval="preserveStartEnd"
          />
          <YAxis width={56} tickLine={false} axisLine={false} tick={TICK} tickFormatter={tick} />
          <Tooltip
            cursor={{ fill: 'var(--color-surface-sunken)' }}
            isAnimationActive={false}
            content={({ payload }) => {
              const column: (typeof columns)[number] | undefined = payload[0]?.payload
              return column && <ChartTooltip>{detail(column.row)}</ChartTooltip>
            }}
          />
          <Bar
            dataKey="value"
            fill="var(--color-brand)"
            radius={[3, 3, 0, 0]}
            maxBarSize={40}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </figure>
  )
}

const TICK = { fill: 'var(--color-ink-soft)', fontSize: 12 }

function ChartTooltip({ children }: { children: string }) {
  return <p className="rounded-md bg-surface-raised px-3 py-2 text-sm shadow-float">{children}</p>
}
