-- Runs by prompt of a month were counted from all its rows, those of runs that still wait to be rolled included. From now on what is rolled is
-- added to them: the days of such runs are rebuilt once, which counts them again.
update mark set added = null where added is not null;
