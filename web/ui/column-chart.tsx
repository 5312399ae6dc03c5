import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

type ColumnChartProps<Row> = {
  /** What the chart shows, in a sentence for those who do not see it. */
  label: string
  rows: readonly Row[]
  /** Below a column. */
  name: (row: Row) => string
  value: (row: Row) => number
  /** On the axis: short ("12 B"). */
  tick: (value: number) => string
  /** What is said of the column that is pointed at. */
  detail: (row: Row) => string
}

/** Amounts in their order in time, as columns of one colour. The figures themselves belong in a table beside it. */
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
              return column && <Told>{detail(column.row)}</Told>
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

function Told({ children }: { children: string }) {
  return <p className="rounded-md bg-surface-raised px-3 py-2 text-sm shadow-float">{children}</p>
}
