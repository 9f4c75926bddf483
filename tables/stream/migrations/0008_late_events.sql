-- Where the sequencer looks. It looks for new events hundreds of times a second, and a look at the part of each month
-- that there ever was takes 35 times as long with 120 months as with 3. So it looks at the lasting streams and at the
-- months from a floor on. The server itself notes each event of an earlier month in the same transaction, and while such
-- a note waits the sequencer looks at all months.

-- One row: events of a month before this one (yyyymm) are noted as late. 0: none is, and the sequencer looks everywhere.
CREATE TABLE public.month_floor (
    month  integer NOT NULL,
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one)
);
INSERT INTO public.month_floor (month) VALUES (0);

-- A row for each event of a month before the floor, with the event's own xid and time: it waits as long as the event.
CREATE TABLE public.late_event (
    casino_id   integer     NOT NULL,
    xid         xid8        NOT NULL,
    recorded_at timestamptz NOT NULL
);
CREATE INDEX late_event_xid_idx ON public.late_event (casino_id, xid);

CREATE FUNCTION public.note_late_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    INSERT INTO public.late_event (casino_id, xid, recorded_at)
    VALUES (NEW.casino_id, NEW.xid, NEW.recorded_at);
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION public.note_late_event FROM PUBLIC;

-- Raises the floor to the month before the last, forgets the notes of sequenced events, and returns the floor. For the
-- sequencer, by the rights of the owner. The floor stays where it was while an event of an earlier month waits.
--
-- The new trigger comes first. Its lock waits for all transactions that wrote without it and keeps new ones out, so all
-- that they wrote is seen here. The wait is short, for behind it every append waits.
CREATE FUNCTION public.raise_month_floor() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
    wanted integer := to_char(now() AT TIME ZONE interval '0' - interval '2 months', 'YYYYMM');
    floor integer;
BEGIN
    SELECT month INTO STRICT floor FROM public.month_floor FOR UPDATE;
    DELETE FROM public.late_event AS late USING public.seal_head AS head
    WHERE late.casino_id = head.casino_id AND late.xid < head.below;
    IF wanted <= floor THEN
        RETURN floor;
    END IF;
    EXECUTE format(
        'CREATE OR REPLACE TRIGGER note_late_event AFTER INSERT ON public.event FOR EACH ROW'
        ' WHEN (NEW.month BETWEEN 1 AND %s) EXECUTE FUNCTION public.note_late_event()', wanted - 1
    );
    IF EXISTS (
        WITH RECURSIVE casino AS (
            (SELECT casino_id FROM public.event ORDER BY casino_id LIMIT 1)
            UNION ALL
            SELECT (
                SELECT event.casino_id FROM public.event
                WHERE event.casino_id > casino.casino_id ORDER BY casino_id LIMIT 1
            )
            FROM casino
            WHERE casino.casino_id IS NOT NULL
        )
        SELECT
        FROM casino
        LEFT JOIN public.seal_head AS head USING (casino_id)
        CROSS JOIN LATERAL (
            SELECT FROM public.event
            WHERE event.casino_id = casino.casino_id AND event.xid >= coalesce(head.below, '0')
              AND event.month BETWEEN 1 AND wanted - 1
            ORDER BY event.xid
            LIMIT 1
        ) AS waiting
    ) THEN
        RETURN floor;
    END IF;
    UPDATE public.month_floor SET month = wanted;
    RETURN wanted;
END
$$;
